/** A film in a container that browsers do not open, from the samples: one picture, two sounds. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  Output,
} from 'mediabunny';

const SAMPLES = path.join(import.meta.dirname, '../../scripts/start/samples');
const open = (name: string) =>
  new Input({ source: new BufferSource(readFileSync(path.join(SAMPLES, name))), formats: ALL_FORMATS });
/** The sample again and again. */
const TURNS = 8;
const SOUNDS = [{ languageCode: 'eng' }, { languageCode: 'rus', name: 'Дубляж' }];

/** @returns a Matroska file of about a minute */
export async function mkvOf(): Promise<Uint8Array> {
  const [picture, song] = [
    await open('film.webm').getPrimaryVideoTrack(),
    await open('song.mp3').getPrimaryAudioTrack(),
  ];
  const [codec, soundCodec] = [await picture?.getCodec(), await song?.getCodec()];
  const [decoderConfig, soundConfig] = [await picture?.getDecoderConfig(), await song?.getDecoderConfig()];
  if (!picture || !song || !codec || !soundCodec || !decoderConfig || !soundConfig) throw new Error('samples');
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const video = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(video);
  const sounds = SOUNDS.map((about) => {
    const source = new EncodedAudioPacketSource(soundCodec);
    output.addAudioTrack(source, about);
    return source;
  });
  await output.start();
  const addAll = async (
    sink: EncodedPacketSink,
    turnSeconds: number,
    turns: number,
    add: (packet: NonNullable<Awaited<ReturnType<EncodedPacketSink['getFirstPacket']>>>) => Promise<void>,
  ) => {
    for (let turn = 0; turn < turns; turn += 1)
      for await (const packet of sink.packets())
        await add(packet.clone({ timestamp: packet.timestamp + turn * turnSeconds, sequenceNumber: -1 }));
  };
  const [filmSeconds, songSeconds] = [await picture.computeDuration(), await song.computeDuration()];
  const songTurns = Math.ceil((TURNS * filmSeconds) / songSeconds);
  await Promise.all([
    addAll(new EncodedPacketSink(picture), filmSeconds, TURNS, (packet) => video.add(packet, { decoderConfig })),
    ...sounds.map((sound) =>
      addAll(new EncodedPacketSink(song), songSeconds, songTurns, (packet) =>
        sound.add(packet, { decoderConfig: soundConfig }),
      ),
    ),
  ]);
  await output.finalize();
  if (!target.buffer) throw new Error('no film');
  return new Uint8Array(target.buffer);
}
