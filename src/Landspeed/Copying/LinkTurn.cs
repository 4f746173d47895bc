namespace Landspeed.Copying;

/// <summary>What is to be done with one of several names of a file.</summary>
internal enum LinkTurn
{
    /// <summary>It is the first: its content is copied.</summary>
    CopyFirst,

    /// <summary>The content is on its way under another name; who brings it makes the link.</summary>
    Wait,

    /// <summary>The content is there under another name: a link is made.</summary>
    Link,
}
