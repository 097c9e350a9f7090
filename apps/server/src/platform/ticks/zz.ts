import { launchTicksProcess } from './process.ts';
import { mkdirSync } from 'node:fs';
import { giveToUnprivileged } from '#platform/unprivileged.ts';
mkdirSync('/tmp/ticks-proto/two',{recursive:true}); giveToUnprivileged('/tmp/ticks-proto/two');
const a=await launchTicksProcess({folder:'/tmp/ticks-proto/two',secret:'s'.repeat(32),port:0});
console.log(await launchTicksProcess({folder:'/tmp/ticks-proto/two',secret:'s'.repeat(32),port:0}).catch(e=>e.message));
await a.stop();
console.log(await launchTicksProcess({folder:'/proc/nothing',secret:'s'.repeat(32),port:0}).catch(e=>e.message));
process.exit(0)
