// The bill of materials of a native executable (CycloneDX 1.6), and the notices that its parts ask for, from what the build restored.
//
//     dotnet run packaging/bill.cs -- project.assets.json RID VERSION SECONDS BILL NOTICES
//
// SECONDS since 1970 is the time that the bill says. What is linked into the executable is required, what only helped to build
// it is excluded.
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

if (args is not [string assetsFile, string rid, string version, string seconds, string billFile, string noticesFile])
{
    Console.Error.WriteLine("usage: bill.cs ASSETS RID VERSION SECONDS BILL NOTICES");
    return 2;
}

JsonNode assets = JsonNode.Parse(File.ReadAllText(assetsFile))!;
string[] folders = [.. assets["packageFolders"]!.AsObject().Select(folder => folder.Key)];
JsonObject project = assets["project"]!["frameworks"]!.AsObject().Single().Value!.AsObject();
JsonObject target = assets["targets"]!.AsObject().Single(each => each.Key.EndsWith($"/{rid}", StringComparison.Ordinal)).Value!.AsObject();

IEnumerable<Package> packages =
    from library in target
    where (string)library.Value!["type"]! == "package"
    let name = library.Key.Split('/')
    let assemblies = library.Value["runtime"]?.AsObject().Select(file => file.Key) ?? []
    select Read(name[0], name[1], assemblies.Any(file => !file.EndsWith("/_._", StringComparison.Ordinal)));
IEnumerable<Package> packs =
    from pack in project["downloadDependencies"]?.AsArray() ?? []
    let name = (string)pack["name"]!
    where name.Contains("NativeAOT", StringComparison.OrdinalIgnoreCase) || name.Contains("ILCompiler", StringComparison.OrdinalIgnoreCase)
    select Read(name, ((string)pack["version"]!).Trim('[', ']').Split(',')[0], name.Contains("NativeAOT", StringComparison.OrdinalIgnoreCase));
Package[] parts =
    [.. packages.Concat(packs).DistinctBy(part => part.Reference).OrderBy(part => part.Reference, StringComparer.OrdinalIgnoreCase)];
if (!parts.Any(part => part.Shipped && part.Name.Contains("NativeAOT", StringComparison.OrdinalIgnoreCase)))
{
    Console.Error.WriteLine($"{assetsFile}: no runtime for {rid} in it; restore it with: dotnet publish -r {rid}");
    return 1;
}

var command = new JsonObject
{
    ["type"] = "application",
    ["bom-ref"] = $"landspeed@{version}",
    ["name"] = "landspeed",
    ["version"] = version,
    ["licenses"] = Licences("MIT"),
    ["properties"] = new JsonArray(new JsonObject { ["name"] = "rid", ["value"] = rid }),
};
var bill = new JsonObject
{
    ["bomFormat"] = "CycloneDX",
    ["specVersion"] = "1.6",
    ["version"] = 1,
    ["metadata"] = new JsonObject
    {
        ["timestamp"] = DateTimeOffset.FromUnixTimeSeconds(long.Parse(seconds, CultureInfo.InvariantCulture))
            .ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture),
        ["component"] = command,
    },
    ["components"] = new JsonArray([.. parts.Select(Component)]),
    ["dependencies"] = new JsonArray(new JsonObject
    {
        ["ref"] = $"landspeed@{version}",
        ["dependsOn"] = new JsonArray([.. parts.Where(part => part.Shipped).Select(part => (JsonNode)part.Reference)]),
    }),
};
using (FileStream file = File.Create(billFile))
using (var writer = new Utf8JsonWriter(
    file, new() { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, NewLine = "\n" }))
{
    bill.WriteTo(writer);
    writer.Flush();
    file.WriteByte((byte)'\n');
}

var notices = new StringBuilder("landspeed contains parts of these packages. Each is under the licence named.\n");
foreach (Package part in parts.Where(part => part.Shipped))
{
    notices.Append(CultureInfo.InvariantCulture, $"\n{new string('=', 80)}\n{part.Name} {part.Version}, {part.Licence}\n{part.Copyright}\n");
    IEnumerable<string> texts = Directory.EnumerateFiles(part.Folder)
        .Where(file => Path.GetFileName(file).ToUpperInvariant() is "LICENSE" or "LICENSE.TXT" or "LICENSE.MD" or "THIRD-PARTY-NOTICES.TXT")
        .Order(StringComparer.Ordinal);
    foreach (string text in texts)
    {
        notices.Append(CultureInfo.InvariantCulture, $"\n--- {Path.GetFileName(text)}\n\n{File.ReadAllText(text).ReplaceLineEndings("\n").TrimEnd()}\n");
    }
}

File.WriteAllText(noticesFile, notices.ToString());
return 0;

Package Read(string name, string version, bool shipped)
{
    string relative = Path.Combine(name.ToLowerInvariant(), version.ToLowerInvariant());
    string folder = folders.Select(root => Path.Combine(root, relative)).FirstOrDefault(Directory.Exists)
        ?? throw new DirectoryNotFoundException($"{name} {version} is in none of {string.Join(", ", folders)}; restore it again");
    XElement metadata = XDocument.Load(Directory.EnumerateFiles(folder, "*.nuspec").Single()).Root!.Elements().First();
    string? Value(string element) => metadata.Elements().FirstOrDefault(each => each.Name.LocalName == element)?.Value;
    string? digest = Directory.EnumerateFiles(folder, "*.nupkg.sha512").FirstOrDefault();
    return new(
        name, version, folder, shipped, Value("license") ?? Value("licenseUrl") ?? "no licence named",
        Value("copyright") ?? Value("authors") ?? "",
        digest is null ? null : Convert.ToHexStringLower(Convert.FromBase64String(File.ReadAllText(digest).Trim())));
}

static JsonNode Component(Package part)
{
    var component = new JsonObject
    {
        ["type"] = "library",
        ["bom-ref"] = part.Reference,
        ["name"] = part.Name,
        ["version"] = part.Version,
        ["scope"] = part.Shipped ? "required" : "excluded",
    };
    if (part.Digest is not null)
    {
        component["hashes"] = new JsonArray(new JsonObject { ["alg"] = "SHA-512", ["content"] = part.Digest });
    }

    component["licenses"] = Licences(part.Licence);
    component["copyright"] = part.Copyright;
    component["purl"] = part.Reference;
    return component;
}

// A word is the name that SPDX gives; an address or an expression is not.
static JsonArray Licences(string licence) => new(new JsonObject
{
    ["license"] = new JsonObject { [licence.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '.') ? "id" : "name"] = licence },
});

internal sealed record Package(string Name, string Version, string Folder, bool Shipped, string Licence, string Copyright, string? Digest)
{
    public string Reference => $"pkg:nuget/{Name}@{Version}";
}
