#pragma once

#include <string>

#include "remote/remote_run.h"

namespace dsne::remote {

// The coordinator's phases, one function each: the sites' answers in, what the coordinator
// sends next out. `run` is what the coordinator remembers; each function brings it up to date, its
// moment included.

/// Checks that the sites agree, picks the reference where the method needs one, and asks one holder
/// for it.
/// @throws InputError naming the sites that do not agree, and in what
Output begin_run(const Step& step, RemoteRun& run);

/// Takes the reference from its holder, sends it to all with what they agree on, and, when every
/// site is ready, goes on to the first round. Without a reference it sends what they agree on. What
/// did not arrive is asked for, or sent, again.
/// @throws MessageError when it does not arrive at all
Output share_reference(const Step& step, RemoteRun& run);

/// Begins to draw a reference with a guarantee, when the sites have met.
Output begin_drawing(RemoteRun& run);

/// Begins to find landmarks, when every site has the reference from which they start.
/// @throws InputError when there are too few subjects
Output begin_landmarks(const Step& step, RemoteRun& run);

/// Takes the answers while a reference is drawn or landmarks are found, and asks what comes next;
/// when all is found, goes on to send it to all.
Output learn_landmarks(const Step& step, RemoteRun& run);

/// What the sites are to agree on, as the next round's message, which counts as an attempt.
/// @throws MessageError with `failure` when there were too many
Json next_terms(RemoteRun& run, const std::string& failure);

/// Tells the sites what all are to agree on, with the reference where there is one.
/// @throws MessageError when that was sent too often
Output send_terms(const Step& step, RemoteRun& run);

/// Sends the method's first message, when every site has the reference.
Output first_round(const Step& step, RemoteRun& run);

/// Combines one round's answers into the method's next message, the last of which asks the sites
/// for what they share.
Output combine_round(const Step& step, RemoteRun& run);

/// Puts what the sites share on one map, measures it, and sends it to all.
Output make_embedding(const Step& step, RemoteRun& run);

/// Ends the run: the joint report, or the method's result, and what COINSTAC shows of it.
Output finish_run(const Step& step, RemoteRun& run);

}  // namespace dsne::remote
