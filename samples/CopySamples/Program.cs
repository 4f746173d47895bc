using CopySamples;

// dotnet run --project samples/CopySamples -- backup|move SOURCE TARGET
if (args is not [("backup" or "move") and { } name, { } source, { } target])
{
    Console.Error.WriteLine("CopySamples backup DIR TARGET   TreeCopier: a tree, compared with what the medium holds, told file by file");
    Console.Error.WriteLine("CopySamples move FILE TARGET    FileCopier: a file to another place, removed where it was once its copy is safe");
    return 2;
}

using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    pressed.Cancel = true;      // the copy comes to an end by itself, in a state that the next run continues
    stop.Cancel();
};

try
{
    return name == "backup" ? await Backup.RunAsync(source, target, stop.Token) : await Move.RunAsync(source, target, stop.Token);
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("stopped; the same command continues");
    return 130;
}
catch (IOException failure)
{
    Console.Error.WriteLine(failure.Message);
    return 1;
}
