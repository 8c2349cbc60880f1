'use strict';

/** Limits of what a client can make the service hold in memory or wait for. */
const LIMITS = {
  // A step needs two: the orchestrator opens and closes one to test the service, and opens the next at once.
  connections: 8,
  // A step's whole input, in one message or many; equal to the official service's limit of one message. A run with ten
  // sites of 5,000 subjects needs a twentieth of it. The service holds a message twice while it assembles it.
  inputBytes: 100 * 2 ** 20,
  // Time until a connection must have named a command.
  requestMs: 10 * 1000,
  // Time for a client to end the input, and to close after all output. A command's own time has no limit.
  clientMs: 10 * 60 * 1000,
  // Interval at which a client whose messages are not being read is tested for having gone.
  heartbeatMs: 2 * 1000,
};

module.exports = { LIMITS };
