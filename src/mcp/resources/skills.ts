/** `skill://lemma/{name}/SKILL.md`: the skills; the same for everybody. */
import { SKILLS } from '../skills.ts';
import type { ResourceKind } from './resource-kind.ts';

const MIME_TYPE = 'text/markdown';

/** Skills: `skills/list` names them with their digests, and so no list of resources does. */
export const SKILL_RESOURCES: ResourceKind = {
  templates: [],
  list: () => [],
  read(uri) {
    const skill = SKILLS.find((each) => each.uri === uri);
    return skill && Promise.resolve({ contents: [{ uri, mimeType: MIME_TYPE, text: skill.text }] });
  },
};
