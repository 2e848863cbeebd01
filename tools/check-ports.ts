/** Before the demo is built: whether its ports are free. */
import { endWith } from '../server';
import { refuseTakenPorts } from '../server/listener';
import { readSettings } from '../server/settings';

refuseTakenPorts(readSettings(process.env)).catch(endWith);
