'use strict';

// Starts the service with other limits: node limited_service.js '{"requestMs": 100}'

const { readOptions } = require('../../server/options');
const { startService } = require('../../server/service');

const limits = JSON.parse(process.argv[2]);
startService({ ...readOptions('{"port": 0}', process.env), limits, log: console.log, debug: () => {} })
  .then(({ port }) => console.log(`listening on port ${port}`));
