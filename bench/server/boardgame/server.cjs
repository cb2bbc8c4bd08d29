// boardgame.io's own server over a trivial game of four seats, in memory: what bench/server/against.py plays against.
// node server.cjs PORT

const { Server } = require("boardgame.io/dist/cjs/server.js");

const bench = {
  name: "bench",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ count: 0 }),
  moves: {
    act: ({ G }) => {
      G.count += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

process.env.NODE_ENV = "production";
Server({ games: [bench], origins: [] }).run({ port: Number(process.argv[2]), callback: () => {} });
