namespace Landspeed.Platform;

/// <summary>Loads libraries of the system while the program runs.</summary>
/// <remarks>Thread-safe, except for <see cref="SetVariable"/>.</remarks>
internal interface ILibraryCalls
{
    /// <summary>Loads a library with its dependencies, and offers its symbols to libraries loaded later.</summary>
    /// <param name="name">A file name as the loader searches for it, for example <c>libmpi.so.40</c>, or a path.</param>
    /// <param name="refusal">The loader's message if it was not loaded; otherwise null.</param>
    /// <returns>The library, which stays loaded, or 0 if it was not loaded.</returns>
    /// <remarks>Runs the library's own initialisation. Source: dlopen(3), RTLD_NOW and RTLD_GLOBAL.</remarks>
    nint Open(string name, out string? refusal);

    /// <summary>Finds a function or a variable.</summary>
    /// <param name="library">From <see cref="Open"/>.</param>
    /// <param name="symbol">Its name.</param>
    /// <returns>Its address, or 0 if the library has no such symbol.</returns>
    nint Find(nint library, string symbol);

    /// <summary>
    /// Sets an environment variable for libraries of this process, which do not see what the runtime's own class sets.
    /// </summary>
    /// <param name="name">The variable.</param>
    /// <param name="value">Its value if it is not set yet.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// Not thread-safe: other threads must not read the environment natively at the same time. Source: setenv(3).
    /// </remarks>
    NativeResult SetVariable(string name, string value);
}
