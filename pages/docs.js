/** Starts Swagger UI; nothing is loaded from elsewhere. */
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  // Its default asks a server of Swagger's about the document.
  validatorUrl: null,
  tryItOutEnabled: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
