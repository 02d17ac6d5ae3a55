import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const LIST_C = `
/* Lists of numbers. */
#include <stdlib.h>
#include "list.h"

#define MOST 128
#define SQUARE(x) ((x) * (x))

/** A node. */
typedef struct node {
  int value, *cells;
  struct node *next;
  int (*compare)(int left, int right);
} node_t;

typedef struct { union data *all; } table;
typedef int (*visitor)(node_t *each, void *context);
enum color { RED, GREEN = 2 };
union data { int whole; float part; };

static int count = 0;
extern const char *names[MOST];

int list_add(node_t *list, int value);

/* Adds a value.
 * Returns how many there are. */
int list_add(node_t *list, int value) {
  node_t *made = malloc(sizeof(struct node));
  for (int i = 0; i < MOST; i++) made->cells[i] = SQUARE(i);
  if (list->compare(value, RED)) qsort(made, 1, 1, by_value);
  return ++count;
}

#ifdef DEBUG
static const node_t *list_find(visitor visit) { return visit(0, names); }
#endif

int (*chosen(void))(int) { return 0; }
`;

test('C: list.c', async () => {
  expect(await factsOf('list.c', LIST_C)).toEqual({
    symbols: [
      '5 macro MOST | #define MOST 128',
      '6 macro SQUARE | #define SQUARE(x) ((x) * (x))',
      '9-13 struct node | typedef struct node | A node.',
      '9-13 type node_t | typedef struct node { int value, *cells; struct node *next; int (*compare)(int left, int right); } node_t | A node.',
      '10 field node_t/value | int value, *cells',
      '10 field node_t/cells | int value, *cells',
      '11 field node_t/next | struct node *next',
      '12 field node_t/compare | int (*compare)(int left, int right)',
      '15 struct table | typedef struct { union data *all; } table',
      '15 field table/all | union data *all',
      '16 type visitor | typedef int (*visitor)(node_t *each, void *context)',
      '17 enum color | enum color',
      '17 constant color/RED | RED',
      '17 constant color/GREEN | GREEN = 2',
      '18 struct data | union data',
      '18 field data/whole | int whole',
      '18 field data/part | float part',
      '20 variable count | static int count = 0',
      '21 variable names | extern const char *names[MOST]',
      '23 function list_add | int list_add(node_t *list, int value)',
      '27-32 function list_add | int list_add(node_t *list, int value) | Adds a value.\nReturns how many there are.',
      '35 function list_find | static const node_t *list_find(visitor visit)',
      '38 function chosen | int (*chosen(void))(int)',
    ],
    references: [
      '11 type node in next',
      '15 type data in all',
      '16 type node_t in visitor',
      '21 use MOST in names',
      '23 type node_t in list_add',
      '27 type node_t in list_add',
      '28 type node_t in list_add',
      '28 call malloc in list_add',
      '28 type node in list_add',
      '29 use MOST in list_add',
      '29 use made/cells in list_add',
      '29 call SQUARE in list_add',
      '30 call list/compare in list_add',
      '30 use RED in list_add',
      '30 call qsort in list_add',
      '30 use by_value in list_add',
      '31 use count in list_add',
      '35 type node_t in list_find',
      '35 type visitor in list_find',
      '35 use names in list_find',
    ],
    imports: ['2 stdlib.h', '3 list.h'],
    damaged: false,
  });
});
