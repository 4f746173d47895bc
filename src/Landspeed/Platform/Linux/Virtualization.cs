namespace Landspeed.Platform.Linux;

/// <summary>Detects the layers between this process and the hardware.</summary>
internal static class Virtualization
{
    private static readonly string[] ContainerGroups = ["docker", "kubepods", "libpod", "lxc", "containerd"];

    /// <summary>Names the hypervisor and the container.</summary>
    /// <returns>Text such as <c>kvm</c> or <c>kvm, docker</c>; null on bare metal.</returns>
    internal static string? Find(SystemFiles files, ProcessorIdentity identity)
    {
        string[] layers = [.. new[] { Hypervisor(files, identity), Container(files) }.OfType<string>()];
        return layers.Length > 0 ? string.Join(", ", layers) : null;
    }

    private static string? Hypervisor(SystemFiles files, ProcessorIdentity identity) =>
        identity.HypervisorSignature switch
        {
            null => FromFiles(files),
            "KVMKVMKVM" => "kvm",
            "VMwareVMware" => "vmware",
            "Microsoft Hv" => "hyper-v",
            "XenVMMXenVMM" => "xen",
            "TCGTCGTCGTCG" => "qemu",
            "bhyve bhyve" => "bhyve",
            var other => other,
        };

    private static string? FromFiles(SystemFiles files)
    {
        if (files.TryRead("/sys/hypervisor/type") is { } type)
        {
            return type;
        }

        string? vendor = files.TryRead("/sys/class/dmi/id/sys_vendor");
        bool guest = files.Value("/proc/cpuinfo", "flags")?.Split(' ').Contains("hypervisor") ?? false;
        return vendor switch
        {
            "QEMU" => "qemu",
            "Amazon EC2" or "Google" or "Microsoft Corporation" when guest => vendor,
            _ => guest ? "unnamed hypervisor" : null,
        };
    }

    private static string? Container(SystemFiles files)
    {
        if (files.TryRead("/run/systemd/container") is { } name)
        {
            return name;
        }

        string groups = files.TryRead("/proc/1/cgroup") ?? string.Empty;
        return files.Exists("/.dockerenv") ? "docker"
            : files.Exists("/run/.containerenv") ? "podman"
            : ContainerGroups.FirstOrDefault(group => groups.Contains(group, StringComparison.Ordinal));
    }
}
