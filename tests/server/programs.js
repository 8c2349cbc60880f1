'use strict';

// Programs that the service runs in the tests instead of the computation's.

const shell = (script, ...words) => ['/bin/sh', '-c', script, ...words];
const node = (script, ...words) => [process.execPath, '-e', script, ...words];

module.exports = {
  echo: ['/bin/cat'],
  one: ['/bin/echo', '1'],
  sleep: ['/bin/sleep', '600'],
  processId: shell('echo $$; exec sleep 600'),
  reading: shell('echo $$; exec cat > /dev/null'),
  endless: shell('echo $$; exec yes'),
  stubborn: shell('echo $$; trap "" TERM; while :; do sleep 1; done'),
  words: node('console.log(JSON.stringify(process.argv.slice(1)))', 'a b', '$HOME', ''),
  environment: node('console.log(JSON.stringify(process.env))'),
  pieces: node(`
    const bytes = Buffer.from('"aé€😀"');
    let next = 0;
    const timer = setInterval(() => {
      process.stdout.write(bytes.subarray(next, next + 1));
      next += 1;
      if (next === bytes.length) clearInterval(timer);
    }, 20);`),
  deaf: shell('exec <&-; echo 1'),
  deafLate: shell('sleep 1; exec <&-; sleep 1; echo 1'),
  late: shell('cat > /dev/null; sleep 2; echo 1'),
  countLate: shell('sleep 2; exec wc -c'),
  talkative: shell('head -c 400000000 /dev/zero | tr "\\0" x'),
  large: shell('printf \\"; head -c 230000000 /dev/zero | tr "\\0" x; printf \\"'),
  warning: node('process.stderr.write("e".repeat(2 ** 25)); process.stdout.write("1")'),
  failing: shell('echo why >&2; exit 3'),
  crashing: shell('kill -SEGV $$'),
  missing: ['/no/such/command'],
  notExecutable: ['/etc/passwd'],
  nameless: [''],
};
