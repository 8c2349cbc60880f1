#pragma once

#include <string>
#include <vector>

#include "packed.h"
#include "small_federation.h"

/// A value in a stdin, by its JSON pointer (RFC 6901), replaced or `gone`, and what the error says.
struct Change {
  std::string pointer;
  dsne::Json value;
  std::string expected;
};

/// Makes the federation's next call with another stdin, and checks that it fails as every failure
/// must: exit code 1, nothing on stdout, one line on stderr that tells nothing secret, the output
/// and transfer folders as they were. The run can go on afterwards.
/// @param expected what the line must contain
void check_refused(SmallFederation& federation, const std::string& in, const std::string& expected);
void check_refused(SmallFederation& federation, const dsne::Json& in, const std::string& expected);

/// Checks this with the stdin that it would get, and with each of these changes of it.
void check_refused(SmallFederation& federation, const std::string& expected);
void check_refused(SmallFederation& federation, const std::vector<Change>& changes);

/// Checks this for a call that compares sites' tables, whose error may name measures.
void check_refused_by_measures(SmallFederation& federation, const std::string& expected);

/// Makes the next call with each field of a message gone, damaged or of another kind. Checks this
/// of those that are refused.
/// @param pointer  to the message
/// @param expected what each refusal must contain, as the sender's name
/// @return the names of fields without which, or with others, there is an answer
std::string unread_fields(SmallFederation& federation, const std::string& pointer,
                          const std::string& expected);

/// Makes a site's first step, and checks that it answers these faults of its files and no others:
/// exit code 0, a line each that tells nothing secret, and nothing else of what it registers.
/// @param expected what each line must contain
void check_faulty(SmallFederation& federation, const std::vector<std::string>& expected);

/// Checks that a site refuses its input in its first step: as a fault of its files, or as a failure
/// if its inputs are malformed.
void check_site_refuses(const Site& site, const std::string& expected);

/// Checks that a site that begins well refuses, when it is sent the run's reference.
/// @param node the site, of a federation that has not begun
void check_reference_refused(SmallFederation& federation, const std::string& node,
                             const std::string& expected);

/// Checks that the coordinator refuses what these sites register.
void check_coordinator_refuses(const std::vector<Site>& sites, const std::string& expected);
