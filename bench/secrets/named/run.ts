/** Masking by name and place against the probes: `npx node bench/secrets/named/run.ts [tuning|judging] [--list]`. */
import { maskSecrets } from '../../../src/lib/secrets/mask.ts';
import { maskAllSecrets } from '../../../src/lib/secrets/strict.ts';
import { judgingProbes } from './judging.ts';
import { measure } from './probe.ts';
import { tuningProbes } from './tuning.ts';

const SETS = { tuning: tuningProbes, judging: judgingProbes };
const LEVELS = {
  precise: (text: string) => maskSecrets(text).text,
  strict: (text: string) => maskAllSecrets(text).text,
};
const [, , wanted = 'tuning'] = process.argv;
for (const [set, probes] of Object.entries(SETS)) {
  for (const [level, mask] of Object.entries(LEVELS)) {
    const { secrets, missed, harmless, hidden, beyond } = measure(probes(), mask);
    console.log(
      `${set}, ${level}: ${missed.length} of ${secrets} secrets missed, ${hidden.length} of ${harmless} harmless texts changed, ${beyond.length} masked otherwise than known`,
    );
    if (process.argv.includes('--list') && set === wanted && level !== 'precise')
      for (const [what, list] of Object.entries({ missed, hidden, beyond }))
        for (const each of list) console.log(what, JSON.stringify(each));
  }
}
