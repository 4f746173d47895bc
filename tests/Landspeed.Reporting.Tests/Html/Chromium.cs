using System.Diagnostics;
using System.Net.WebSockets;
using System.Text.Json;
using System.Text.Json.Nodes;
using Landspeed.Testing;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>
/// A headless Chromium of one test, spoken to by its DevTools protocol: on a port that it chooses itself, with a profile
/// of its own, and killed with all its processes in the end.
/// </summary>
/// <remarks>Source: https://chromedevtools.github.io/devtools-protocol/. For one caller at a time.</remarks>
internal sealed class Chromium : IAsyncDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly ScratchDirectory _profile;
    private readonly Process _process;
    private readonly ClientWebSocket _socket = new();
    private int _lastId;

    private Chromium(ScratchDirectory profile, Process process)
    {
        _profile = profile;
        _process = process;
    }

    /// <summary>Events in the order of their arrival: the whole message, with its method and parameters.</summary>
    public List<JsonElement> Events { get; } = [];

    /// <summary>Starts it; skips the test where it is not installed.</summary>
    public static async Task<Chromium> Start()
    {
        Capability.RequireProgram("chromium");

        // Not below LANDSPEED_TEST_DIR: its sockets need a short name, and no particular file system.
        var profile = new ScratchDirectory(Path.GetTempPath());
        var address = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        Process process = ChildProcess.Start(StartInfo(profile));
        process.ErrorDataReceived += (_, line) => Listen(line.Data, address);
        process.OutputDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        var browser = new Chromium(profile, process);
        try
        {
            using var patience = new CancellationTokenSource(s_patience);
            await browser._socket.ConnectAsync(new Uri(await address.Task.WaitAsync(patience.Token)), patience.Token);
            return browser;
        }
        catch
        {
            await browser.DisposeAsync();
            throw;
        }
    }

    /// <summary>Calls a method and waits for its result.</summary>
    public async Task<JsonElement> Call(string method, JsonObject? parameters = null, string? session = null)
    {
        int id = ++_lastId;
        var message = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters ?? [] };
        if (session is not null)
        {
            message["sessionId"] = session;
        }

        using var patience = new CancellationTokenSource(s_patience);
        await _socket.SendAsync(
            JsonSerializer.SerializeToUtf8Bytes(message), WebSocketMessageType.Text, endOfMessage: true, patience.Token);
        while (true)
        {
            JsonElement answer = await Receive(patience.Token);
            if (answer.TryGetProperty("id", out JsonElement answered) && answered.GetInt32() == id)
            {
                return answer.TryGetProperty("result", out JsonElement result)
                    ? result
                    : throw new InvalidOperationException($"{method}: {answer}");
            }
        }
    }

    /// <summary>Waits until an event has arrived.</summary>
    public async Task WaitFor(Func<JsonElement, bool> expected)
    {
        using var patience = new CancellationTokenSource(s_patience);
        while (!Events.Any(expected))
        {
            await Receive(patience.Token);
        }
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
        RemoveProfile();
    }

    private static ProcessStartInfo StartInfo(ScratchDirectory profile) => new("chromium",
        [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0",
            $"--user-data-dir={profile.Path}", "--no-first-run", "--no-default-browser-check", "--no-proxy-server",
            "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-sync",
            "--disable-breakpad", "--hide-scrollbars", "--force-device-scale-factor=1", "--lang=en", "about:blank",
        ])
    {
        RedirectStandardError = true,
        RedirectStandardOutput = true,

        // What a killed browser cannot remove itself is removed with the profile.
        Environment = { ["TMPDIR"] = profile.Path, ["HOME"] = profile.Path },
    };

    private static void Listen(string? line, TaskCompletionSource<string> address)
    {
        const string Start = "DevTools listening on ";
        if (line is null)
        {
            address.TrySetException(new InvalidOperationException("chromium ended without a DevTools address"));
        }
        else if (line.StartsWith(Start, StringComparison.Ordinal))
        {
            address.TrySetResult(line[Start.Length..]);
        }
    }

    private async Task<JsonElement> Receive(CancellationToken stop)
    {
        using var message = new MemoryStream();
        byte[] buffer = new byte[1 << 16];
        ValueWebSocketReceiveResult part;
        do
        {
            part = await _socket.ReceiveAsync(buffer.AsMemory(), stop);
            Assert.NotEqual(WebSocketMessageType.Close, part.MessageType);
            message.Write(buffer, 0, part.Count);
        }
        while (!part.EndOfMessage);

        JsonElement received = JsonElement.Parse(message.ToArray());
        if (received.TryGetProperty("method", out _))
        {
            Events.Add(received);
        }

        return received;
    }

    /// <summary>Killed processes may be about to close files for a moment yet.</summary>
    private void RemoveProfile()
    {
        var spin = default(SpinWait);
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                _profile.Dispose();
                return;
            }
            catch (IOException) when (Stopwatch.GetElapsedTime(start) < s_patience && Directory.Exists(_profile.Path))
            {
                spin.SpinOnce();
            }
            catch (DirectoryNotFoundException)
            {
                return;
            }
        }
    }
}
