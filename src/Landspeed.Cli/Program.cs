using Landspeed.Cli;

return Entry.Start(args);
