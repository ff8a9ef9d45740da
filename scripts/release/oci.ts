/** An image as one OCI archive, without a daemon. It has the list that `docker load` reads, too. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Written, writeTar } from './tar.ts';

export interface Layer {
  /** Its contents in words, for `history`. */
  readonly says: string;
  readonly folder: string;
  readonly names: readonly string[];
  readonly owner?: number;
  readonly mode?: string;
}

export interface ImageOptions {
  readonly architecture: 'amd64' | 'arm64';
  /** `magpie:0.1.0`, the first with the version as its tag. */
  readonly tags: readonly [string, ...string[]];
  readonly layers: readonly Layer[];
  /** User, environment, command and so on, as in the configuration of an image. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly file: string;
  /** Emptied at the end. */
  readonly scratch: string;
}

const TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

export async function writeImage(options: ImageOptions): Promise<Written> {
  const { architecture, tags, config, labels, seconds, file, scratch } = options;
  const blobs = path.join(scratch, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const putJson = (mediaType: string, value: unknown) => {
    const text = JSON.stringify(value);
    const hash = createHash('sha256').update(text).digest('hex');
    writeFileSync(path.join(blobs, hash), text);
    return { mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(text) };
  };
  const layers: { mediaType: string; digest: string; size: number }[] = [];
  const diffIds: string[] = [];
  for (const { says: _says, ...layer } of options.layers) {
    const draft = path.join(scratch, 'layer');
    const { sha256, bytes, innerSha256 } = await writeTar({ ...layer, file: draft, seconds, compress: true });
    renameSync(draft, path.join(blobs, sha256));
    layers.push({ mediaType: TYPES.layer, digest: `sha256:${sha256}`, size: bytes });
    diffIds.push(`sha256:${innerSha256}`);
  }
  const created = new Date(seconds * 1_000).toISOString();
  const configuration = putJson(TYPES.config, {
    created,
    architecture,
    os: 'linux',
    config: { ...config, Labels: labels },
    rootfs: { type: 'layers', diff_ids: diffIds },
    history: options.layers.map(({ says }) => ({ created, created_by: says })),
  });
  const manifest = putJson(TYPES.manifest, {
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config: configuration,
    layers,
    annotations: labels,
  });
  const [tag] = tags;
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${tag}`,
    'org.opencontainers.image.ref.name': tag.split(':').at(-1),
  };
  const index = {
    schemaVersion: 2,
    mediaType: TYPES.index,
    manifests: [{ ...manifest, platform: { architecture, os: 'linux' }, annotations }],
  };
  const blobOf = (digest: string): string => `blobs/${digest.replace(':', '/')}`;
  const forDocker = [
    { Config: blobOf(configuration.digest), RepoTags: tags, Layers: layers.map(({ digest }) => blobOf(digest)) },
  ];
  writeFileSync(path.join(scratch, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(path.join(scratch, 'index.json'), JSON.stringify(index));
  writeFileSync(path.join(scratch, 'manifest.json'), JSON.stringify(forDocker));
  const names = ['oci-layout', 'index.json', 'manifest.json', 'blobs'];
  const written = await writeTar({ folder: scratch, names, file, seconds, compress: false });
  rmSync(scratch, { recursive: true, force: true });
  return written;
}
