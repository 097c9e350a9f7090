/** Runs clickhouse-local of chDB's library as a server of its own, until its standard input ends. Arguments: the library, then the engine's. */
import { DataType, load, open } from 'ffi-rs';

const [library = '', ...argv] = process.argv.slice(2);
open({ library: 'chdb', path: library });
const given = ['clickhouse', ...argv];
load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [given.length, given],
});
