// Whether the connection is slow or metered, as far as the browser says (Chrome does).

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

export function isConnectionSlow(): boolean {
  const { connection }: Navigator & { connection?: Connection } = navigator;
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? "");
}
