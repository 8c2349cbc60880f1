#pragma once

#include <string>

#include "remote/remote_run.h"

namespace dsne::remote {

// The coordinator's phases, one function each: from the sites' answers to the coordinator's next
// message. Each function updates `run`, the coordinator's state, and its moment.

/// Checks that the sites agree. Chooses the reference if the method needs one, and asks one holder
/// for it.
/// @throws InputError naming the sites that do not agree, and on what
Output begin_run(const Step& step, RemoteRun& run);

/// Receives the reference from its holder and sends it to all, with the terms. Once every site is
/// ready, sends the first round. Without a reference, sends the terms only. Asks for, or sends,
/// again what did not arrive.
/// @throws MessageError when it does not arrive at all
Output share_reference(const Step& step, RemoteRun& run);

/// Begins to draw a reference with a guarantee, once the sites have met.
Output begin_drawing(RemoteRun& run);

/// Begins to find landmarks, once every site has the reference from which they start.
/// @throws InputError when there are too few subjects
Output begin_landmarks(const Step& step, RemoteRun& run);

/// Processes the answers while a reference is drawn or landmarks are found, and asks the next
/// question. Sends the result to all at the end.
Output learn_landmarks(const Step& step, RemoteRun& run);

/// Returns the terms that the sites must agree on, as the next round's message. Counts as an
/// attempt.
/// @throws MessageError with `failure` after too many attempts
Json next_terms(RemoteRun& run, const std::string& failure);

/// Sends the terms that the sites must agree on, with the reference if there is one.
/// @throws MessageError after too many attempts
Output send_terms(const Step& step, RemoteRun& run);

/// Sends the method's first message, once every site has the reference.
Output first_round(const Step& step, RemoteRun& run);

/// Combines one round's answers into the method's next message. The last message asks the sites for
/// what they share.
Output combine_round(const Step& step, RemoteRun& run);

/// Puts what the sites share on one map, measures the map, and sends it to all.
Output make_embedding(const Step& step, RemoteRun& run);

/// Ends the run with the joint report, or the method's result, and with COINSTAC's tables.
Output finish_run(const Step& step, RemoteRun& run);

}  // namespace dsne::remote
