/** The cost of one picture in the codec: a process of its own, as `npm start` runs it. */
import { makePictureCodecService } from '#scripts/start/runtime/picture-codec.ts';
import { readAnswer } from '#worker/platform/pictures/codec.ts';
import { percentile, usageOfAll } from '../harness/measure.ts';

const DECODES = 5;
const LOOK_MS = 5;

export interface CodecFigures {
  /** Computing, with compiled code that is not warm yet. */
  readonly firstMs: number;
  readonly laterMs: number;
  /** The whole process, Node included. */
  readonly peakMib: number;
  /** Beyond the idle process. */
  readonly addedMib: number;
}

export async function measureCodec(bytes: Uint8Array<ArrayBuffer>): Promise<CodecFigures> {
  let pid = 0;
  const codec = makePictureCodecService({
    onStarted: (started) => {
      pid = started;
    },
  });
  const render = async (body: Uint8Array<ArrayBuffer>) => {
    const request = new Request('http://codec/', { method: 'POST', body });
    const response = await (codec.answer as unknown as (asked: Request) => Promise<Response>)(request);
    return readAnswer(new Uint8Array(await response.arrayBuffer()));
  };
  await render(new Uint8Array([0]));
  const idleBytes = usageOfAll([pid]).residentBytes;
  let peakBytes = 0;
  const watch = () => {
    peakBytes = Math.max(peakBytes, usageOfAll([pid]).residentBytes);
  };
  const look = setInterval(watch, LOOK_MS);
  const seconds: number[] = [];
  for (let at = 0; at < DECODES; at += 1) {
    const before = usageOfAll([pid]).cpuSeconds;
    if (!(await render(bytes)).ok) throw new Error('the codec refused the JPEG');
    seconds.push(usageOfAll([pid]).cpuSeconds - before);
    watch();
  }
  clearInterval(look);
  codec.stop();
  return {
    firstMs: (seconds[0] ?? 0) * 1_000,
    laterMs: percentile(seconds.slice(1), 0.5) * 1_000,
    peakMib: peakBytes / 2 ** 20,
    addedMib: (peakBytes - idleBytes) / 2 ** 20,
  };
}
