using System.Globalization;
using System.Reflection;
using System.Xml.Linq;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams;

/// <summary>What opens a file throws the exceptions that its documentation names, each of them, and no
/// others.</summary>
public sealed class DocumentedExceptionTests : IDisposable
{
    private static readonly Dictionary<string, XElement> s_documented = XDocument
        .Load(Path.Combine(AppContext.BaseDirectory, "Landspeed.xml"))
        .Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);

    private static readonly Dictionary<string, MethodInfo> s_openers = new[]
        {
            typeof(SequentialFile), typeof(DirectFile), typeof(BlockReader), typeof(BlockWriter), typeof(Lines),
        }
        .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))
        .Where(method => method.GetParameters()[0].ParameterType is var first
            && (first == typeof(string) || first == typeof(SafeFileHandle))
            && !method.ReturnType.IsAssignableTo(typeof(Task))
            && (method.ReturnType.IsAssignableTo(typeof(IDisposable)) || method.ReturnType == typeof(long)))
        .ToDictionary(NameOf);

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> Openers => [.. s_openers.Keys];

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void All_that_opens_is_here() => Assert.Equal(20, s_openers.Count);

    [Theory]
    [MemberData(nameof(Openers))]
    public void An_opener_throws_what_is_documented_and_nothing_else(string name)
    {
        MethodInfo opener = s_openers[name];
        bool isByHandle = opener.GetParameters()[0].ParameterType == typeof(SafeFileHandle);

        IEnumerable<Exception?> thrown = isByHandle ? OpenedByHandle(opener) : OpenedByName(opener);

        Assert.Equal(
            Documented(name).Order(StringComparer.Ordinal),
            thrown.OfType<Exception>().Select(failure => NameIn(Documented(name), failure.GetType()))
                .Distinct().Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(typeof(SequentialReadStream))]
    [InlineData(typeof(SequentialWriteStream))]
    [InlineData(typeof(BlockReader))]
    [InlineData(typeof(BlockWriter))]
    [InlineData(typeof(DirectFile))]
    public void What_is_closed_says_so_where_that_is_documented(Type type)
    {
        string file = _scratch.CreateFile("file", 100);
        Dictionary<Type, Func<IDisposable>> open = new()
        {
            [typeof(SequentialReadStream)] = () => SequentialFile.OpenRead(file),
            [typeof(SequentialWriteStream)] = () => SequentialFile.OpenWrite(file),
            [typeof(BlockReader)] = () => BlockReader.Open(file),
            [typeof(BlockWriter)] = () => BlockWriter.OpenWrite(file),
            [typeof(DirectFile)] = () => DirectFile.Open(file),
        };
        IDisposable closed = open[type]();
        closed.Dispose();
        MethodInfo[] saying =
        [
            .. type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                .Where(method => DocumentedOf(method).Contains(typeof(ObjectDisposedException).FullName!)
                    && !method.GetParameters().Any(parameter => parameter.ParameterType.IsByRefLike)
                    && !method.ReturnType.IsByRefLike),
        ];

        Assert.NotEmpty(saying);
        Assert.All(saying, method => Assert.Throws<ObjectDisposedException>(() => Finish(method.Invoke(
            closed, BindingFlags.DoNotWrapExceptions, null, DefaultsOf(method), CultureInfo.InvariantCulture))));
    }

    private List<Exception?> OpenedByName(MethodInfo opener)
    {
        string file = _scratch.CreateFile("file", 100);
        string locked = _scratch.CreateFile("locked", 100);
        using var holder = new FileStream(locked, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Command.Shell($"mkfifo '{_scratch.File("fifo")}'");
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        return
        [
            Open(opener, _scratch.File("missing")),
            Open(opener, _scratch.File(new string('x', 300))),
            Open(opener, Path.Combine(_scratch.File("missing directory"), "file")),
            Open(opener, _scratch.Path),
            Open(opener, "/sys/no-file-of-ours"),
            Open(opener, _scratch.File("fifo")),
            Open(opener, locked),
            Open(opener, file, outOfRange: true),
            Open(opener, file, token: cancelled.Token),
        ];
    }

    private List<Exception?> OpenedByHandle(MethodInfo opener)
    {
        string file = _scratch.CreateFile("file", 100);
        SafeFileHandle closed = File.OpenHandle(file);
        closed.Dispose();
        using SafeFileHandle open = File.OpenHandle(file);
        using SafeFileHandle device = File.OpenHandle("/dev/null");
        using SafeFileHandle locked = File.OpenHandle(
            _scratch.CreateFile("locked", 100), access: FileAccess.ReadWrite, share: FileShare.None);
        var path = FilePath.FromText(_scratch.Path);
        NativePlatform.Files.Open(path, FileAccessKind.Read, FileCreation.MustExist, out SafeFileHandle? directory);
        using (directory)
        {
            return
            [
                Open(opener, closed),
                Open(opener, directory!),
                Open(opener, device),
                Open(opener, locked),
                Open(opener, open, outOfRange: true),
            ];
        }
    }

    private static Exception? Open(
        MethodInfo opener, object file, bool outOfRange = false, CancellationToken token = default)
    {
        object?[] arguments = [.. opener.GetParameters().Select((parameter, index) => index == 0 ? file
            : parameter.ParameterType == typeof(SequentialFileOptions) && outOfRange
                ? new SequentialFileOptions { QueueDepth = 0 }
            : parameter.ParameterType == typeof(DirectFileOptions) && outOfRange
                ? new DirectFileOptions { QueueDepth = 0 }
            : parameter.ParameterType == typeof(LineOptions) && outOfRange
                ? new LineOptions { Workers = 0 }
            : parameter.ParameterType == typeof(CancellationToken) ? token
            : (object?)null)];
        const BindingFlags AsThrown = BindingFlags.DoNotWrapExceptions;
        return Record.Exception(() =>
            (opener.Invoke(null, AsThrown, null, arguments, CultureInfo.InvariantCulture) as IDisposable)?.Dispose());
    }

    // A property's exceptions are those of its parts.
    private static List<string> DocumentedOf(MethodInfo method) => Documented(
        method.IsSpecialName ? $"P:{method.DeclaringType!.FullName}.{method.Name[4..]}" : NameOf(method));

    private static object?[] DefaultsOf(MethodInfo method) =>
    [
        .. method.GetParameters().Select(parameter =>
            parameter.ParameterType.IsValueType ? Activator.CreateInstance(parameter.ParameterType)
            : parameter.ParameterType == typeof(byte[]) ? new byte[1]
            : null),
    ];

    private static void Finish(object? result)
    {
        if (result is not null && result.GetType().Name.StartsWith("ValueTask", StringComparison.Ordinal))
        {
            result = result.GetType().GetMethod("AsTask")?.Invoke(result, null);
        }

        (result as Task)?.GetAwaiter().GetResult();
    }

    private static List<string> Documented(string name)
    {
        if (!s_documented.TryGetValue(name, out XElement? member))
        {
            return [];
        }

        return
        [
            .. member.Elements("exception").Select(exception => exception.Attribute("cref")!.Value[2..]),
            .. member.Elements("inheritdoc").SelectMany(lent =>
                lent.Attribute("cref") is { } lender ? Documented(lender.Value) : []),
        ];
    }

    // What is documented may be a base of what is thrown: IOException.
    private static string NameIn(List<string> documented, Type? thrown)
    {
        Type? type = thrown;
        while (type is not null && !documented.Contains(type.FullName!))
        {
            type = type.BaseType;
        }

        return (type ?? thrown)!.FullName!;
    }

    private static string NameOf(MethodInfo method) =>
        $"M:{method.DeclaringType!.FullName}.{method.Name}"
        + $"({string.Join(",", method.GetParameters().Select(parameter => parameter.ParameterType.FullName))})";
}
