import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const STORE_CS = `
using System;
using static System.Math;
using Items = System.Collections.Generic.List<Shop.Item>;

namespace Shop.Data;

/// <summary>Keeps items.</summary>
[Serializable, Obsolete("old")]
public class Store<T> : Base<T>, IStore where T : Item {
    private const int Most = 3;
    private readonly Items items, others = new Items();
    public int Count { get; private set; } = 1;
    public T this[int index] => items[index];
    public event EventHandler Changed;

    // Fills it.
    public Store(int size) : base(size) { Fill(size); }

    public static Store<T> operator +(Store<T> left, Store<T> right) => left;
    public static implicit operator int(Store<T> store) => store.Count;

    [Fact]
    public async Task<int> AddAsync<U>(U added, Item? item = null) {
        int Twice(int value) => value * 2;
        foreach (var each in items) each.Touch(kind: Kind.Old);
        if (added is Box box) Console.WriteLine(box);
        var made = new Shelf(Max(1, Most));
        await this.Save(made)?.Done<int>();
        return Twice(Count);
    }

    enum Kind { New, Old = 2 }
    delegate void Handler(Item item);
    int IStore.Size() { return 1; }
}

public record Item(string Name, decimal Price);

public interface IStore { int Size(); bool Empty { get; } }

struct Box { public int Width; }
`;

test('C#: Store.cs', async () => {
  expect(await factsOf('Store.cs', STORE_CS)).toEqual({
    symbols: [
      '8-35 class Shop.Data/Store | public class Store<T> : Base<T>, IStore where T : Item | <summary>Keeps items.</summary>',
      '10 constant Shop.Data.Store/Most | private const int Most = 3',
      '11 field Shop.Data.Store/items | private readonly Items items, others = new Items()',
      '11 field Shop.Data.Store/others | private readonly Items items, others = new Items()',
      '12 field Shop.Data.Store/Count | public int Count { get; private set; }',
      '13 method Shop.Data.Store/this | public T this[int index]',
      '14 field Shop.Data.Store/Changed | public event EventHandler Changed',
      '17 method Shop.Data.Store/Store | public Store(int size) : base(size) | Fills it.',
      '19 method Shop.Data.Store/+ | public static Store<T> operator +(Store<T> left, Store<T> right)',
      '20 method Shop.Data.Store/operator | public static implicit operator int(Store<T> store)',
      '22-30 method Shop.Data.Store/AddAsync | public async Task<int> AddAsync<U>(U added, Item? item = null)',
      '24 function Shop.Data.Store.AddAsync/Twice | int Twice(int value)',
      '32 enum Shop.Data.Store/Kind | enum Kind',
      '32 constant Shop.Data.Store.Kind/New | New',
      '32 constant Shop.Data.Store.Kind/Old | Old = 2',
      '33 type Shop.Data.Store/Handler | delegate void Handler(Item item)',
      '34 method Shop.Data.Store/Size | int IStore.Size()',
      '37 class Shop.Data/Item | public record Item(string Name, decimal Price)',
      '37 field Shop.Data.Item/Name | string Name',
      '37 field Shop.Data.Item/Price | decimal Price',
      '39 interface Shop.Data/IStore | public interface IStore',
      '39 method Shop.Data.IStore/Size | int Size()',
      '39 field Shop.Data.IStore/Empty | bool Empty',
      '41 struct Shop.Data/Box | struct Box',
      '41 field Shop.Data.Box/Width | public int Width',
    ],
    references: [
      '8 type Serializable in Store',
      '8 type Obsolete in Store',
      '9 type Base in Store',
      '9 type IStore in Store',
      '9 type Item in Store',
      '11 type Items in others',
      '11 call Items in others',
      '13 use items in this',
      '14 type EventHandler in Changed',
      '17 call Fill in Store',
      '19 type Store in +',
      '20 type Store in operator',
      '20 use store/Count in operator',
      '22 type Fact in AddAsync',
      '23 type Task in AddAsync',
      '23 type Item in AddAsync',
      '25 use items in AddAsync',
      '25 call each/Touch in AddAsync',
      '25 use Kind in AddAsync',
      '25 use Kind/Old in AddAsync',
      '26 type Box in AddAsync',
      '26 use Console in AddAsync',
      '26 call Console/WriteLine in AddAsync',
      '27 call Shelf in AddAsync',
      '27 call Max in AddAsync',
      '27 use Most in AddAsync',
      '28 call this/Save in AddAsync',
      '28 call await this.Save(made)/Done in AddAsync',
      '29 call Twice in AddAsync',
      '29 use Count in AddAsync',
      '33 type Item in Handler',
      '34 use IStore in Size',
    ],
    imports: ['1 System | *', '2 System.Math | *', '3 System.Collections.Generic.List<Shop.Item> | * as Items'],
    damaged: false,
  });
});

const PROGRAM_CS = `
using App;

namespace App.Core { namespace Inner { class Deep { } } }

var options = Parse(args);
Run(options);

void Run(Options given) => given.Go();
`;

test('C#: Program.cs', async () => {
  expect(await factsOf('Program.cs', PROGRAM_CS)).toEqual({
    symbols: [
      '3 module App.Core | namespace App.Core',
      '3 module App.Core/Inner | namespace Inner',
      '3 class App.Core.Inner/Deep | class Deep',
      '5 variable options | var options = Parse(args)',
      '8 function Run | void Run(Options given)',
    ],
    references: [
      '5 call Parse in options',
      '5 use args in options',
      '6 call Run',
      '6 use options',
      '8 type Options in Run',
      '8 call given/Go in Run',
    ],
    imports: ['1 App | *'],
    damaged: false,
  });
});
