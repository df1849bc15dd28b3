// An S3 server for the tests, with one empty bucket.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../src/server/config.ts";

export interface TestS3 {
  settings: S3Settings;
  close(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), "caydrive-s3-"));
  const bucket = "photos-of-cars";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    // It omits the slash after a bucket's name from the signature, which clients (and S3 itself)
    // include. Keys are checked.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }; // The only valid keys.
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket, ...keys },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Creates another bucket on the server. @returns its settings */
export async function makeBucket(settings: S3Settings, bucket: string): Promise<S3Settings> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { ...settings, bucket };
}
