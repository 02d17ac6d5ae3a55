"""Samples CLRS' algorithms with their hints: `python make_rows.py rows.jsonl COUNT DECIMALS LENGTH…`.

It needs google-deepmind/clrs, whose samplers and algorithms make the rows. DECIMALS is 0 for numbers that are not cut.
"""

import json
import sys

import numpy as np
from clrs._src import samplers, specs
from clrs._src.clrs_text import clrs_utils

ALGORITHMS = (
    "bfs dfs dijkstra bellman_ford floyd_warshall topological_sort binary_search quickselect "
    "activity_selector mst_kruskal lcs_length matrix_chain_order kmp_matcher"
).split()
SEEDS = (3, 14)


def plain(data, kind):
    """A value as CLRS-Text writes it: indexes in place of masks of one, and of categories."""
    if kind == specs.Type.MASK_ONE:
        return int(np.argmax(data))
    if kind == specs.Type.CATEGORICAL:
        categories = np.argmax(data, axis=-1)
        return np.where(np.any(data == -1, axis=-1), -1, categories).tolist()
    return whole(np.asarray(data).tolist())


def whole(value):
    if isinstance(value, list):
        return [whole(item) for item in value]
    return int(value) if float(value).is_integer() else float(value)


def rows(algorithm, length, seed, count, decimals):
    sampler, spec = samplers.build_sampler(
        algorithm, num_samples=-1, seed=seed, length=length, track_max_steps=False, truncate_decimals=decimals
    )
    for _ in range(count):
        sample = sampler.next(batch_size=1)
        question, answer = clrs_utils.format_clrs_example(algorithm, sample, use_hints=True)
        hints = sample.features.hints
        steps = [
            {hint.name: plain(hint.data[step][0], spec[hint.name][2]) for hint in hints}
            for step in range(hints[0].data.shape[0])
        ]
        yield {"algorithm": algorithm, "length": length, "question": question, "answer": answer, "hints": steps}


if __name__ == "__main__":
    path, count, decimals, *lengths = sys.argv[1:]
    with open(path, "w") as file:
        for algorithm in ALGORITHMS:
            for length in lengths:
                for seed in SEEDS:
                    for row in rows(algorithm, int(length), seed, int(count), int(decimals) or None):
                        file.write(json.dumps(row, separators=(",", ":")) + "\n")
