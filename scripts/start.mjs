import { bundledNode, fail, install, root, runNode } from './bootstrap.mjs'

// npm start                 the portal
// npm run dev               the same, reloading on change
// start.mjs --run FILE ...  any TypeScript file of the repository, with the bundled Node
try {
  const [mode, ...rest] = process.argv.slice(2)
  await install(root, 'packages')
  bundledNode()
  if (mode === '--run') process.exit(await runNode(rest))
  process.exit(await runNode([mode === '--dev' ? 'scripts/dev.ts' : 'scripts/serve.ts']))
} catch (error) {
  fail(error)
}
