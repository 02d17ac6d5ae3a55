import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const ORDER_PHP = `
<?php
declare(strict_types=1);

namespace App\\Models;

use App\\Base;
use App\\Support\\Str as Text;
use App\\{Money, Tax as Vat};
use function App\\helper;
require_once __DIR__ . '/boot.php';

const LIMIT = 10;
define('DEBUG', true);

/**
 * An order.
 */
#[Entity]
abstract class Order extends Base implements \\JsonSerializable, Payable {
    use HasItems;

    const OPEN = 1, CLOSED = 2;
    public static int $count = 0;
    private ?Money $total;

    public function __construct(private readonly Money $money, int $tax = 1) {
        parent::__construct();
    }

    // Makes one.
    public static function make(Money|Vat $from): static {
        $made = new Item($from, name: LIMIT);
        $made->total->add(helper(self::OPEN));
        return Text::title(\\App\\wrap($made))?->done();
    }

    abstract protected function pay(): ?Receipt;
}

interface Payable extends Countable { public function pay(); }

trait HasItems {
    protected $items = [];
    function items() {
        try { return $this->items; } catch (Missing | Broken $error) { throw $error; }
    }
}

enum Suit: string {
    case Hearts = 'H';
    public function label(): string { return ucfirst($this->value instanceof Suit); }
}

function total(Order $order, ...$rest): int { return $order->total; }

$double = fn($x) => $x * 2;
`;

test('PHP: Order.php', async () => {
  expect(await factsOf('Order.php', ORDER_PHP)).toEqual({
    symbols: [
      '12 constant App.Models/LIMIT | const LIMIT = 10',
      "13 constant App.Models/DEBUG | define('DEBUG', true)",
      '18-38 class App.Models/Order | abstract class Order extends Base implements \\JsonSerializable, Payable | An order.',
      '22 constant App.Models.Order/OPEN | const OPEN = 1, CLOSED = 2',
      '22 constant App.Models.Order/CLOSED | const OPEN = 1, CLOSED = 2',
      '23 field App.Models.Order/count | public static int $count = 0',
      '24 field App.Models.Order/total | private ?Money $total',
      '26-28 method App.Models.Order/__construct | public function __construct(private readonly Money $money, int $tax = 1)',
      '26 field App.Models.Order.__construct/money | private readonly Money $money',
      '31-35 method App.Models.Order/make | public static function make(Money|Vat $from): static | Makes one.',
      '37 method App.Models.Order/pay | abstract protected function pay(): ?Receipt',
      '40 interface App.Models/Payable | interface Payable extends Countable',
      '40 method App.Models.Payable/pay | public function pay()',
      '42-47 class App.Models/HasItems | trait HasItems',
      '43 field App.Models.HasItems/items | protected $items = []',
      '44-46 method App.Models.HasItems/items | function items()',
      '49-52 enum App.Models/Suit | enum Suit: string',
      "50 constant App.Models.Suit/Hearts | case Hearts = 'H'",
      '51 method App.Models.Suit/label | public function label(): string',
      '54 function App.Models/total | function total(Order $order, ...$rest): int',
      '56 function App.Models/double | $double = fn($x)',
    ],
    references: [
      '13 call define in DEBUG',
      '18 type Entity in Order',
      '19 type Base in Order',
      '19 type JsonSerializable in Order',
      '19 type Payable in Order',
      '20 type HasItems in Order',
      '24 type Money in total',
      '26 type Money in money',
      '27 call parent/__construct in __construct',
      '31 type Money in make',
      '31 type Vat in make',
      '32 call Item in make',
      '32 use LIMIT in make',
      '33 use $made/total in make',
      '33 call $made->total/add in make',
      '33 call helper in make',
      '33 use self/OPEN in make',
      '34 type Text in make',
      '34 call Text/title in make',
      '34 call App/wrap in make',
      '34 call Text::title(\\App\\wrap($made))/done in make',
      '37 type Receipt in pay',
      '40 type Countable in Payable',
      '45 use $this/items in items',
      '45 type Missing in items',
      '45 type Broken in items',
      '51 call ucfirst in label',
      '51 use $this/value in label',
      '51 type Suit in label',
      '54 type Order in total',
      '54 use $order/total in total',
    ],
    imports: [
      '6 App\\Base',
      '7 App\\Support\\Str | * as Text',
      '8 App | Money | Tax as Vat',
      '9 App\\helper',
      '10 /boot.php',
    ],
    damaged: false,
  });
});

const PLAIN_PHP = `
<html>
<?php namespace A\\B { class C {} } ?>
</html>
`;

test('PHP: plain.php', async () => {
  expect(await factsOf('plain.php', PLAIN_PHP)).toEqual({
    symbols: ['2 module A\\B | namespace A\\B', '2 class A.B/C | class C'],
    references: [],
    imports: [],
    damaged: false,
  });
});
