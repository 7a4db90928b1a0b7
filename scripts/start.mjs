import { fail, install, root, runNode } from './bootstrap.mjs'

// npm start                 the portal
// npm run dev               the same, reloading on change
// start.mjs --run FILE ...  runs any TypeScript file of the repository with the bundled Node
try {
  const [mode, ...rest] = process.argv.slice(2)
  await install(root, 'packages')
  if (mode === '--run') process.exit(await runNode(rest))
  if (mode === '--dev') process.exit(await runNode(['scripts/dev.ts']))
  process.exit((await runNode(['scripts/build.ts'])) || (await runNode(['server/dist/serve.js'])))
} catch (error) {
  fail(error)
}
