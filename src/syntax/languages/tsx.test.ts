import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
import { Widget } from './widget';

export const List = <T extends Named>({ items }: Props<T>) => (
  <ul className={STYLE} onClick={handle}>
    {items.map((item) => <Widget key={item.id} {...rest} render={Row} />)}
    <ui.Footer>{children}</ui.Footer>
  </ul>
);

export default class extends Component<Props> {
  render() { return <List items={this.props.items} />; }
}
`;

test('TSX', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.tsx', SOURCE);
  expect(symbols).toEqual([
    '3-8 function List | export const List = <T extends Named>({ items }: Props<T>)',
    '10-12 class default | export default class extends Component<Props>',
    '11 method default/render | render()',
  ]);
  expect(references).toEqual([
    '3 type Named in List',
    '3 type Props in List',
    '4 use STYLE in List',
    '4 use handle in List',
    '5 call items/map in List',
    '5 call Widget in List',
    '5 use item/id in List',
    '5 use rest in List',
    '5 use Row in List',
    '6 use ui in List',
    '6 call ui/Footer in List',
    '6 use children in List',
    '10 type Component in default',
    '10 type Props in default',
    '11 call List in render',
    '11 use this/props in render',
    '11 use this.props/items in render',
  ]);
  expect(imports).toEqual(['1 ./widget | Widget']);
  expect(damaged).toBe(false);
});
