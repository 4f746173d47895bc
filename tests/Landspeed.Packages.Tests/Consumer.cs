namespace Landspeed.Packages.Tests;

/// <summary>Projects that take in the library's package, and what the tree was restored with.</summary>
internal static class Consumer
{
    /// <summary>Writes <c>Consumer.csproj</c>, or of another language, and where its packages come from.</summary>
    /// <param name="directory">Where to.</param>
    /// <param name="package">The library's package.</param>
    /// <param name="properties">Properties in addition to, or instead of, the usual ones.</param>
    /// <param name="items">Items of its own.</param>
    /// <param name="extension">The extension of its language's projects.</param>
    public static void Write(
        string directory, string package, string properties = "", string items = "", string extension = ".csproj")
    {
        string restored = Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        string packed = Path.GetDirectoryName(package)!;

        // FSharp.Core comes with the SDK.
        string dotnet = Path.GetFullPath("../../..", Path.GetDirectoryName(typeof(object).Assembly.Location)!);
        string[] fsharp = Directory.GetDirectories(
            Path.Combine(dotnet, "sdk"), "library-packs", SearchOption.AllDirectories);

        // A cache of its own: an older package of the same version would be taken otherwise.
        File.WriteAllText(Path.Combine(directory, "nuget.config"), $"""
            <configuration>
              <config><add key="globalPackagesFolder" value="{Path.Combine(directory, "cache")}" /></config>
              <packageSources>
                <clear />
                <add key="packed" value="{packed}" />
                <add key="restored" value="{restored}" />
                {string.Concat(fsharp.Select(found => $"""<add key="{found}" value="{found}" />"""))}
              </packageSources>
              <packageSourceMapping>
                <packageSource key="packed"><package pattern="Landspeed" /></packageSource>
                <packageSource key="restored"><package pattern="*" /></packageSource>
                {string.Concat(fsharp.Select(found => $"""
                    <packageSource key="{found}"><package pattern="FSharp.Core" /></packageSource>
                    """))}
              </packageSourceMapping>
            </configuration>
            """);
        File.WriteAllText(Path.Combine(directory, "Consumer" + extension), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <RestorePackagesPath>$(MSBuildProjectDirectory)/cache</RestorePackagesPath>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="Landspeed" Version="*" />
                {items}
              </ItemGroup>
            </Project>
            """);
    }
}
