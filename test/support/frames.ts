const headLength = 9;

/** One message: four bytes with the length of the content, one character of a kind, four bytes with an id, the content. */
export function frame(kind: string, id: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(headLength, kind, "latin1");
  head.writeUInt32LE(bytes.length, 0);
  head.writeUInt32LE(id, 5);
  return Buffer.concat([head, bytes]);
}

/** Takes chunks of a stream, and gives each whole message on. */
export function framesIn(take: (kind: string, id: number, content: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size < headLength) return;
    let rest = waiting.length === 1 ? chunk : Buffer.concat(waiting);
    while (rest.length >= headLength) {
      const end = headLength + rest.readUInt32LE(0);
      if (rest.length < end) break;
      take(rest.toString("latin1", 4, 5), rest.readUInt32LE(5), rest.subarray(headLength, end));
      rest = rest.subarray(end);
    }
    waiting = [rest];
    size = rest.length;
  };
}
