'use strict';

/** What one client can make the service hold or wait for. */
const LIMITS = {
  // A step needs two: the orchestrator closes one to see that the service is up, and opens the next at once.
  connections: 8,
  // A step's whole input, as one message or many: the official service's limit of a message. A run with ten sites of
  // 5,000 subjects needs a twentieth. A message is held twice while it is put together.
  inputBytes: 100 * 2 ** 20,
  // Until a connection has asked for a command.
  requestMs: 10 * 1000,
  // For a client whose turn it is later: to end the input, and to close when it has all output. Never for a command.
  clientMs: 10 * 60 * 1000,
  // How soon it is seen that a client has gone whose messages are not being read.
  heartbeatMs: 2 * 1000,
};

module.exports = { LIMITS };
