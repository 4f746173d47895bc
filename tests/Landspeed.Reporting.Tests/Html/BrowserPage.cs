using System.Text.Json;
using System.Text.Json.Nodes;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>One page in a browser, with all that it asked for and complained about since it was opened.</summary>
internal sealed class BrowserPage
{
    private readonly Chromium _browser;
    private readonly string _session;

    private BrowserPage(Chromium browser, string session)
    {
        _browser = browser;
        _session = session;
    }

    /// <summary>Addresses of all requests, the page's own included.</summary>
    public IEnumerable<string> Requests => Of("Network.requestWillBeSent")
        .Select(parameters => parameters.GetProperty("request").GetProperty("url").GetString()!);

    /// <summary>Everything on the console, and what the browser itself logs: warnings, errors, violated policies.</summary>
    public IEnumerable<string> Complaints =>
    [
        .. Of("Runtime.consoleAPICalled").Select(parameters => parameters.ToString()),
        .. Of("Runtime.exceptionThrown").Select(parameters => parameters.ToString()),
        .. Of("Log.entryAdded").Select(parameters => parameters.GetProperty("entry").ToString()),
    ];

    /// <summary>Opens a file and waits until it is loaded.</summary>
    /// <param name="browser">The browser.</param>
    /// <param name="file">The file's full name.</param>
    /// <param name="width">Width of the window; the height is 900.</param>
    /// <param name="scheme"><c>light</c> or <c>dark</c>.</param>
    /// <param name="medium"><c>screen</c> or <c>print</c>.</param>
    public static async Task<BrowserPage> Open(
        Chromium browser, string file, int width, string scheme, string medium = "screen")
    {
        browser.Events.Clear();
        JsonElement target = await browser.Call("Target.createTarget", new() { ["url"] = "about:blank" });
        JsonElement attached = await browser.Call("Target.attachToTarget", new()
        {
            ["targetId"] = target.GetProperty("targetId").GetString(), ["flatten"] = true,
        });
        var page = new BrowserPage(browser, attached.GetProperty("sessionId").GetString()!);
        foreach (string domain in new[] { "Page", "Runtime", "Log", "Network" })
        {
            await page.Call($"{domain}.enable");
        }

        await page.Call("Emulation.setDeviceMetricsOverride", new()
        {
            ["width"] = width, ["height"] = 900, ["deviceScaleFactor"] = 1, ["mobile"] = false,
        });
        await page.Call("Emulation.setEmulatedMedia", new()
        {
            ["media"] = medium, ["features"] = new JsonArray(new JsonObject { ["name"] = "prefers-color-scheme", ["value"] = scheme }),
        });
        await page.Call("Page.setLifecycleEventsEnabled", new() { ["enabled"] = true });
        browser.Events.Clear();
        JsonElement navigation = await page.Call("Page.navigate", new() { ["url"] = new Uri(file).AbsoluteUri });
        string loader = navigation.GetProperty("loaderId").GetString()!;
        await browser.WaitFor(one => IsLoaded(one, loader)); // not the empty page that was there before
        return page;
    }

    private static bool IsLoaded(JsonElement happened, string loader) =>
        happened.GetProperty("method").ValueEquals("Page.lifecycleEvent")
        && happened.GetProperty("params") is var details
        && details.GetProperty("name").ValueEquals("load")
        && details.GetProperty("loaderId").ValueEquals(loader);

    /// <summary>The strings in the array that an expression gives.</summary>
    public async Task<string[]> Strings(string expression)
    {
        JsonElement answer = await Call("Runtime.evaluate", new()
        {
            ["expression"] = expression, ["returnByValue"] = true,
        });
        return [.. answer.GetProperty("result").GetProperty("value").EnumerateArray().Select(one => one.GetString()!)];
    }

    /// <summary>Stores a picture of the whole page, also of what lies below the window.</summary>
    public async Task Screenshot(string file)
    {
        JsonElement answer = await Call("Page.captureScreenshot", new()
        {
            ["captureBeyondViewport"] = true, ["format"] = "png",
        });
        await File.WriteAllBytesAsync(file, answer.GetProperty("data").GetBytesFromBase64());
    }

    /// <summary>Stores the page as it comes out on A4 paper.</summary>
    public async Task Print(string file)
    {
        JsonElement answer = await Call("Page.printToPDF", new()
        {
            ["paperWidth"] = 8.27, ["paperHeight"] = 11.69, ["printBackground"] = false,
        });
        await File.WriteAllBytesAsync(file, answer.GetProperty("data").GetBytesFromBase64());
    }

    private Task<JsonElement> Call(string method, JsonObject? parameters = null) =>
        _browser.Call(method, parameters, _session);

    private IEnumerable<JsonElement> Of(string method) => _browser.Events
        .Where(one => one.GetProperty("method").ValueEquals(method)).Select(one => one.GetProperty("params"));
}
