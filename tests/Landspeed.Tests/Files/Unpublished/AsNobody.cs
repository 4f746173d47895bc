using System.Runtime.InteropServices;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Files.Unpublished;

/// <summary>Does things with the rights of user 65534; root may do everything.</summary>
internal static class AsNobody
{
    /// <summary>Does it on a thread of its own, whose rights end with it.</summary>
    internal static T Do<T>(Func<T> act)
    {
        T? answer = default;
        var thread = new Thread(() =>
        {
            int setfsuid = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 122 : 151;
            LinuxFunctions.Syscall(setfsuid, 65534, 0, 0, 0, 0, 0);
            answer = act();
        });
        thread.Start();
        thread.Join();
        return answer!;
    }
}
