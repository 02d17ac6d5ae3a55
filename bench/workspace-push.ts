/** Pushing and indexing real code: how much a second, and how much memory at most. */
import { rmSync } from 'node:fs';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cacheFolder } from './retrieval/corpora.ts';
import { pushAndIndex, pushTo } from './workspace/push.ts';
import { git, repositoryOf } from './workspace/repositories.ts';

const SIZES = [1, 25, 200];

export default {
  title: 'Pushing and indexing: megabytes of files a second, and memory of the whole server',
  unit: 'MB',
  async run(front, inside) {
    const rows: Measurement[] = [];
    for (const size of SIZES) {
      const repository = repositoryOf(size);
      const megabytes = repository.bytes / 1_000_000;
      const bare = cacheFolder('..', 'speed', 'bare.git');
      rmSync(bare, { recursive: true, force: true });
      git(repository.folder, 'init', '--quiet', '--bare', bare);
      const started = performance.now();
      await pushTo(bare, repository.folder);
      const local = megabytes / ((performance.now() - started) / 1000);
      const { push, index, peak } = await pushAndIndex(inside, front, repository, `push-${size}`);
      rows.push(
        { name: `${size} MB, ${repository.files} files: git push to a folder, MB/s`, value: local, baseline: local },
        { name: '  git push to a workspace, MB/s', value: megabytes / push, baseline: local },
        { name: '  index, MB/s', value: megabytes / index, baseline: local },
        { name: '  peak of the server process', value: peak, baseline: peak },
      );
    }
    const [first, ...rest] = rows;
    if (first === undefined) throw new Error('Nothing was measured.');
    return [first, ...rest];
  },
} satisfies Benchmark;
