/** Starts Redoc; nothing is loaded from elsewhere. */
const theme = {
  typography: {
    fontFamily: 'system-ui, sans-serif',
    headings: { fontFamily: 'system-ui, sans-serif' },
    code: { fontFamily: 'ui-monospace, monospace' },
  },
};
Redoc.init('/openapi.json', { theme, hideDownloadButtons: false }, document.getElementById('redoc'));
