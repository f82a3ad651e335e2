// Which command did the person ask for?
import about from '../../package.json' with { type: 'json' }

const [command] = process.argv.slice(2)
if (command === '--version') console.log(about.version)
else {
  console.error(command === undefined ? 'usage: prudent --version' : `unknown command \`${command}\``)
  process.exitCode = 2
}
