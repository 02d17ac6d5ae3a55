/** Says what to do when the Node that runs the scripts is too old; plain JavaScript, so that any Node can run it. */
const MINIMUM = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  console.error(
    `Lemma's scripts need Node ${MINIMUM.join('.')} or newer, and this is ${process.versions.node}. \`npm install\` brings a ` +
      'pinned Node that npm scripts and `npx` then use: run it again, without --ignore-scripts or --omit=dev, or install a newer Node.',
  );
  process.exit(1);
}
