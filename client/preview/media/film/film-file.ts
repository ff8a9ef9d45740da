/**
 * Pictures and sounds of a film in a container that the browser does not open (MKV, TS, MOV), or of which it plays one sound alone: each
 * track anew as fragments for a SourceBuffer, byte for byte as they were encoded. The only file that imports the package.
 */
import {
  AppendOnlyStreamTarget,
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { ReadRange } from '../sound-codec.ts';

/** Bytes of the file that are kept to be read again: indexes, and what lies between two tracks. */
const CACHE_BYTES = 24 * 2 ** 20;
/** Of one track; a group of pictures that is longer is no film for a browser. */
const MOST_PIECE_BYTES = 64 * 2 ** 20;
const FRAGMENT_SECONDS = 1;
/** Between a frame and the end of the one before. */
const MOST_DRIFT_SECONDS = 0.1;
/** A film has at most so many sounds to choose from. */
const MOST_SOUNDS = 32;

export interface FilmTrack {
  /** For `isTypeSupported` and `addSourceBuffer`. '' for a codec that no browser plays from fragments. */
  readonly type: string;
  /** As people know it: `hevc`, `ac3`, or what the container says. */
  readonly codec: string;
  /** BCP 47; '' where the file does not say it. */
  readonly language: string;
  /** '' for none. */
  readonly name: string;
  /**
   * Fragments from the key frame before this second on, the first with the head of the track.
   * @throws PreviewError, what the reader of ranges throws
   */
  pieces(fromSeconds: number, signal: AbortSignal): AsyncGenerator<FilmPiece, void>;
}

export interface FilmPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the next one begins, about. */
  readonly untilSeconds: number;
  /** Where it begins, for bytes that do not say it. */
  readonly atSeconds?: number;
}

export interface FilmFile {
  /** Where it ends, s; 0 where the file does not say it. */
  readonly seconds: number;
  /** Where it begins, s: streams of television begin anywhere. */
  readonly startSeconds: number;
  readonly picture: FilmTrack | null;
  readonly sounds: readonly FilmTrack[];
  close(): void;
}

/** Codecs that browsers take in MP4 alone, or in WebM alone. */
const WEBM_CODECS = new Set(['vp8', 'vorbis']);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The package's own sequence reads ahead as many packets as were taken in the last second: of a large film 50 MB. */
async function* following(sink: EncodedPacketSink, begin: EncodedPacket): AsyncGenerator<EncodedPacket, void> {
  for (let packet: EncodedPacket | null = begin; packet; packet = await sink.getNextPacket(packet)) yield packet;
}

/** From the key frame before this second on; null for a track without one. */
async function packetsFrom(track: InputTrack, fromSeconds: number) {
  const sink = new EncodedPacketSink(track);
  const begin = (await sink.getKeyPacket(fromSeconds)) ?? (await sink.getFirstKeyPacket());
  return begin && { beginSeconds: begin.timestamp, all: following(sink, begin) };
}

/** @throws Error for a group of pictures that is too large */
async function* repackage(
  track: InputVideoTrack | InputAudioTrack,
  isWebm: boolean,
  fromSeconds: number,
  signal: AbortSignal,
): AsyncGenerator<FilmPiece, void> {
  const packets = await packetsFrom(track, fromSeconds);
  if (!packets) return;
  let parts: Uint8Array[] = [];
  const target = new AppendOnlyStreamTarget(
    new WritableStream({
      write(part) {
        parts.push(part.slice());
      },
    }),
  );
  const format = isWebm
    ? new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: FRAGMENT_SECONDS })
    : new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: FRAGMENT_SECONDS });
  const output = new Output({ format, target });
  const add = await sourceOf(track, output);
  await output.start();
  let waiting = 0;
  for await (const packet of packets.all) {
    if (signal.aborted) return;
    await add(packet);
    waiting += packet.byteLength;
    if (waiting > MOST_PIECE_BYTES) throw new Error('a group of pictures is too large');
    if (parts.length === 0) continue;
    yield { bytes: joined(parts), untilSeconds: packet.timestamp };
    [parts, waiting] = [[], packet.byteLength];
  }
  await output.finalize();
  if (!signal.aborted && parts.length > 0) yield { bytes: joined(parts), untilSeconds: Number.POSITIVE_INFINITY };
}

/** Frames of MP3 one after another: browsers do not take them in MP4. */
async function* frames(
  track: InputAudioTrack,
  fromSeconds: number,
  signal: AbortSignal,
): AsyncGenerator<FilmPiece, void> {
  const packets = await packetsFrom(track, fromSeconds);
  if (!packets) return;
  let parts: Uint8Array[] = [];
  let [atSeconds, untilSeconds] = [packets.beginSeconds, packets.beginSeconds];
  for await (const packet of packets.all) {
    if (signal.aborted) return;
    const isApart = Math.abs(packet.timestamp - untilSeconds) > MOST_DRIFT_SECONDS;
    if (parts.length > 0 && (isApart || packet.timestamp - atSeconds >= FRAGMENT_SECONDS)) {
      yield { bytes: joined(parts), untilSeconds, atSeconds };
      [parts, atSeconds] = [[], packet.timestamp];
    }
    parts.push(packet.data);
    untilSeconds = packet.timestamp + packet.duration;
  }
  if (parts.length > 0) yield { bytes: joined(parts), untilSeconds: Number.POSITIVE_INFINITY, atSeconds };
}

async function sourceOf(
  track: InputVideoTrack | InputAudioTrack,
  output: Output,
): Promise<(packet: EncodedPacket) => Promise<void>> {
  if (track.isVideoTrack()) {
    const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
    if (!codec || !decoderConfig) throw new Error('unknown codec');
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { rotation: await track.getRotation() });
    return (packet) => source.add(packet, { decoderConfig });
  }
  const sound = track as InputAudioTrack;
  const [codec, decoderConfig] = [await sound.getCodec(), await sound.getDecoderConfig()];
  if (!codec || !decoderConfig) throw new Error('unknown codec');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return (packet) => source.add(packet, { decoderConfig });
}

async function filmTrackOf(track: InputVideoTrack | InputAudioTrack): Promise<FilmTrack> {
  const [codec, parameters, language, name] = await Promise.all([
    track.getCodec(),
    track.getCodecParameterString(),
    track.getLanguageCode(),
    track.getName(),
  ]);
  const about = { language: language === 'und' ? '' : language, name: name ?? '' };
  if (codec === 'mp3' && track.isAudioTrack())
    return { ...about, codec, type: 'audio/mpeg', pieces: (from, signal) => frames(track, from, signal) };
  const isWebm = WEBM_CODECS.has(codec ?? '');
  const container = `${track.isVideoTrack() ? 'video' : 'audio'}/${isWebm ? 'webm' : 'mp4'}`;
  return {
    type: codec && parameters ? `${container}; codecs="${parameters}"` : '',
    codec: codec ?? (await unknownCodecOf(track)),
    ...about,
    pieces: (fromSeconds, signal) => repackage(track, isWebm, fromSeconds, signal),
  };
}

/** The name that the container gives it, without its prefix. */
async function unknownCodecOf(track: InputTrack): Promise<string> {
  const id = await track.getInternalCodecId();
  return typeof id === 'string' ? id.replace(/^[AV]_/, '').slice(0, 24) : '';
}

/** @throws Error for a container that is not read; PreviewError of the reader */
export async function openFilmFile(sizeBytes: number, read: ReadRange): Promise<FilmFile> {
  const source = new CustomSource({
    getSize: () => sizeBytes,
    read,
    maxCacheSize: CACHE_BYTES,
    // Clusters are read whole. More in advance would be read at each jump, for nothing.
    prefetchProfile: 'fileSystem',
    // The read that needs the bytes fails too.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [MATROSKA, WEBM, MP4, QTFF, MPEG_TS] });
  try {
    const [pictures, sounds] = await Promise.all([input.getVideoTracks(), input.getAudioTracks()]);
    const picture = (await input.getPrimaryVideoTrack()) ?? pictures[0] ?? null;
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    const startSeconds = Math.max(0, await input.getFirstTimestamp());
    return {
      startSeconds,
      seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 0,
      picture: picture && (await filmTrackOf(picture)),
      sounds: await Promise.all(sounds.slice(0, MOST_SOUNDS).map(filmTrackOf)),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}
