// Preloaded into children: the channel to the parent closes when it is gone, however it went.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
// Their own children are theirs; a worker that is kept alive by its channel would end at once.
process.execArgv.splice(process.execArgv.indexOf("--import"), 2);
