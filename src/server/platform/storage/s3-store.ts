// Stores objects in a bucket of Amazon S3 or a compatible server.
import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { S3Settings } from "../../config.ts";
import type { ObjectStore } from "./object-store.ts";

/** How many objects are removed in parallel. */
const REMOVALS = 8;

/** @param prefix of every name, so that the bucket may hold other objects as well */
export function openS3Store(
  { bucket, endpoint, region, ...credentials }: S3Settings,
  prefix: string,
): ObjectStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Bucket names as hosts need DNS entries, which self-hosted servers lack.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    // Many servers do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    async put(name, body, type) {
      await client.send(new PutObjectCommand({ ...at(name), Body: body, ContentType: type }));
    },
    async read(name) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(name)));
        return { bytes: ContentLength ?? 0, body: Body as Readable };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += REMOVALS)
        await Promise.all(
          names
            .slice(from, from + REMOVALS)
            .map((name) => client.send(new DeleteObjectCommand(at(name)))),
        );
    },
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key, LastModified } of Contents)
          if (Key && LastModified)
            yield { name: Key.slice(prefix.length), modifiedAt: LastModified };
    },
  };
}
