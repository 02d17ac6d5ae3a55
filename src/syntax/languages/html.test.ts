import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const INDEX_HTML = `
<!DOCTYPE html>
<html>
<head>
  <link rel="stylesheet" href="main.css">
  <link href="late.css" rel="stylesheet">
  <link rel="icon" href="icon.png">
  <script src="app.js"></script>
</head>
<body id="top">
  <h1>Welcome <em>all</em></h1>
  <h2><a href="#x">Shop</a></h2>
  <section id=items class="wide">
    <shop-list id='list'></shop-list>
    <img src="a.png">
  </section>
</body>
</html>
`;

test('HTML: index.html', async () => {
  expect(await factsOf('index.html', INDEX_HTML)).toEqual({
    symbols: [
      '9-16 section top | <body id="top">',
      '10 section top/Welcome | <h1>Welcome <em>all</em></h1>',
      '11 section top/Shop | <h2><a href="#x">Shop</a></h2>',
      '12-15 section top/items | <section id=items class="wide">',
      "13 section top.items/list | <shop-list id='list'>",
    ],
    references: ['13 use shop-list in list'],
    imports: ['4 main.css', '5 late.css', '7 app.js'],
    damaged: false,
  });
});
