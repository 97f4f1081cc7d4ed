// Vite puts the base path of its own web server there, which is not the address that ours goes by.
if (process.env["BASE_URL"] === "/") delete process.env["BASE_URL"];
