#pragma warning disable MA0048, CA1050, CA1822, CA2211, CA1401, CA5392, SYSLIB1054, CS0169, CS0649, IDE0044, CA1823

using System.Runtime.InteropServices;

namespace Landspeed.Conventions.Tests.Samples;

/// <summary>Breaks: talks to the system.</summary>
public static class TalksToTheSystem
{
    [DllImport("libc", EntryPoint = "getpid")]
    public static extern int Declares();

    public static bool AsksTheRuntime() => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

    public static bool AsksTheSystem() => OperatingSystem.IsWindows();

    public static int ReadsTheError() => Marshal.GetLastPInvokeError();

    public static bool IsHarmless() => Environment.Is64BitProcess;
}

/// <summary>Breaks: state that can change.</summary>
public static class KeepsState
{
    public const int Constant = 1;
    public static readonly int ReadOnly = 2;
    public static int Field;
    private static Func<int, int> s_function = value => value + Constant;

    public static int Property { get; set; }

    public static int Fixed { get; } = 3;

    public static int Next(int value) => s_function(value);

    public static void Change(Func<int, int> function) => s_function = function;
}

/// <summary>Breaks: an empty word.</summary>
public sealed class FileManager;

/// <summary>Keeps the rule: the word is part of another.</summary>
public sealed class Commonality;

/// <summary>Breaks: not built.</summary>
public sealed class Unbuilt
{
    public void Work() => throw new NotImplementedException();
}

/// <summary>A conclusion, by its name.</summary>
public sealed record ConclusionRecord(string Code);

/// <summary>Breaks: a code of no catalogue.</summary>
public static class Concludes
{
    public static ConclusionRecord Of() => new("anything");
}

/// <summary>A finding, by its name.</summary>
public sealed record FindingRecord(string Code);

/// <summary>Breaks: a code of no catalogue.</summary>
public static class Finds
{
    public static FindingRecord Of() => new("anything");
}
