using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Xml.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>Removes from a file of XML documentation what belongs to members that are not public.</summary>
public sealed class KeepPublicMembers : Task
{
    /// <summary>The assembly that the documentation is of.</summary>
    [Required]
    public string Assembly { get; set; }

    /// <summary>The file, which is replaced if it holds more.</summary>
    [Required]
    public string Documentation { get; set; }

    /// <inheritdoc/>
    public override bool Execute()
    {
        XDocument documentation = XDocument.Load(Documentation, LoadOptions.PreserveWhitespace);
        // From its bytes, so that the next build can replace the file.
        HashSet<string> shown = new HashSet<string>(
            System.Reflection.Assembly.Load(File.ReadAllBytes(Assembly)).GetExportedTypes().SelectMany(KeysOf));
        XElement[] hidden = documentation.Descendants("member")
            .Where(member => !shown.Contains(KeyOf((string)member.Attribute("name")))).ToArray();
        foreach (XElement member in hidden)
        {
            member.PreviousNode?.Remove();
            member.Remove();
        }

        if (hidden.Length > 0)
        {
            documentation.Save(Documentation, SaveOptions.DisableFormatting);
        }

        return true;
    }

    private static IEnumerable<string> KeysOf(Type type)
    {
        const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;
        string name = type.FullName.Replace('+', '.');
        yield return "T:" + name;
        foreach (FieldInfo field in type.GetFields(Own).Where(one => one.IsPublic || one.IsFamily || one.IsFamilyOrAssembly))
        {
            yield return "F:" + name + "." + field.Name;
        }

        foreach (MethodBase method in type.GetMethods(Own).Concat<MethodBase>(type.GetConstructors(Own)).Where(IsVisible))
        {
            yield return "M:" + name + "." + method.Name.Replace('.', '#') + "/" + method.GetParameters().Length;
        }

        foreach (PropertyInfo property in type.GetProperties(Own).Where(one => one.GetAccessors(true).Any(IsVisible)))
        {
            yield return "P:" + name + "." + property.Name + "/" + property.GetIndexParameters().Length;
        }

        foreach (EventInfo one in type.GetEvents(Own).Where(one => IsVisible(one.GetAddMethod(true))))
        {
            yield return "E:" + name + "." + one.Name;
        }
    }

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    // "M:Space.Type.Method``1(System.String,System.Action{System.Int32,``0})" is "M:Space.Type.Method/2".
    private static string KeyOf(string documented)
    {
        int open = documented.IndexOf('(');
        string name = open < 0 ? documented : documented.Substring(0, open);
        int generic = name.IndexOf("``", StringComparison.Ordinal);
        name = generic < 0 ? name : name.Substring(0, generic);
        if (name[0] != 'M' && name[0] != 'P')
        {
            return name;
        }

        int count = open < 0 ? 0 : 1;
        int depth = 0;
        foreach (char sign in documented.Substring(name.Length))
        {
            depth += "{[(".Contains(sign) ? 1 : "}])".Contains(sign) ? -1 : 0;
            count += sign == ',' && depth == 1 ? 1 : 0;
        }

        return name + "/" + count;
    }
}
