/** The server's icon: small enough to travel with every handshake. */

/** As a file. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#4338ca"/>' +
  '<path d="M4 3v9h7M8 4l4 3-4 3" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** As an address that holds it. */
export const ICON_URI = `data:image/svg+xml,${encodeURIComponent(ICON_SVG).replaceAll(/%(?:2F|3A|3D)/g, decodeURIComponent)}`;
