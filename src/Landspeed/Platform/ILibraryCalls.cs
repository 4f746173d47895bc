namespace Landspeed.Platform;

/// <summary>Libraries of the system that are loaded while the program runs.</summary>
/// <remarks>Thread-safe, but for <see cref="SetVariable"/>.</remarks>
internal interface ILibraryCalls
{
    /// <summary>Loads a library with all that it needs, and offers its symbols to libraries loaded later.</summary>
    /// <param name="name">A file name as the loader searches for it, for example <c>libmpi.so.40</c>, or a path.</param>
    /// <param name="refusal">Why it was not loaded, in the loader's words; null when it was.</param>
    /// <returns>The library, which stays loaded; 0 when it was not.</returns>
    /// <remarks>Runs the library's own initialisation. Source: dlopen(3), RTLD_NOW and RTLD_GLOBAL.</remarks>
    nint Open(string name, out string? refusal);

    /// <summary>Finds a function or a variable.</summary>
    /// <param name="library">From <see cref="Open"/>.</param>
    /// <param name="symbol">Its name.</param>
    /// <returns>Its address; 0: the library has none of this name.</returns>
    nint Find(nint library, string symbol);

    /// <summary>Sets a variable of the environment for libraries of this process: these do not see what the runtime's own class sets.</summary>
    /// <param name="name">The variable.</param>
    /// <param name="value">What it becomes when it is not set yet.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>Not thread-safe: other threads must not read the environment natively meanwhile. Source: setenv(3).</remarks>
    NativeResult SetVariable(string name, string value);
}
