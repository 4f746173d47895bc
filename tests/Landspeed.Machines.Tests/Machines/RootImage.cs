using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>
/// A Debian 12 on a disk, with the kernels that it can boot. It is made once, by <c>Guest/make-root.sh</c>, and kept
/// below <c>artifacts/machines</c> under the hash of that recipe and its packages; an image of another recipe is
/// removed then.
/// </summary>
/// <param name="Name">What its file is called.</param>
/// <param name="Packages">What it holds beside a minimal Debian and busybox.</param>
public sealed record RootImage(string Name, string Packages)
{
    private static readonly string[] s_recipe = ["make-root.sh", "first-init.sh", "agent.sh"];
    private static readonly Lock s_making = new();

    /// <summary>systemd, makers of file systems, arrays.</summary>
    public static RootImage Storage { get; } = new(
        "storage",
        "systemd-sysv,mdadm,lvm2,dmsetup,dosfstools,exfatprogs,f2fs-tools,ntfs-3g,xfsprogs,btrfs-progs,e2fsprogs,"
            + "squashfs-tools,attr,acl");

    /// <summary>The init of before systemd, and cron.</summary>
    public static RootImage SystemV { get; } = new("system-v", "sysvinit-core,initscripts,cron");

    /// <summary>Servers of files, and what starts programs on several machines.</summary>
    public static RootImage Network { get; } = new(
        "network",
        "systemd-sysv,nfs-kernel-server,nfs-common,samba,cifs-utils,openssh-server,openmpi-bin,mpich,slurm-wlm,"
            + "libpmix-dev,munge,procps,e2fsprogs,attr,acl");

    private static string Images => typeof(RootImage).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(one => one.Key == "MachineImages").Value!;

    private string Hash => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(
        string.Join('\n',
            [Packages, .. Kernel.All.Select(kernel => kernel.Package), .. s_recipe.Select(GuestScript.Text)]))))[..16];

    /// <summary>Makes it where it is not there.</summary>
    /// <returns>The directory with <c>root.img</c>, and <c>vmlinuz-…</c> and <c>initrd-…</c> of each kernel.</returns>
    public string Make()
    {
        lock (s_making)
        {
            string made = Path.Combine(Images, $"{Name}-{Hash}");
            if (!Directory.Exists(made))
            {
                Make(made);
            }

            return made;
        }
    }

    private void Make(string made)
    {
        Capability.RequireRoot();
        Array.ForEach(["mmdebstrap", "depmod", "cpio", "xz", "mke2fs", "dpkg-deb"], Capability.RequireProgram);
        Directory.CreateDirectory(Images);
        string making = Directory.CreateDirectory(Path.Combine(Images, $"making-{Guid.NewGuid():N}")).FullName;
        try
        {
            string recipe = Directory.CreateDirectory(Path.Combine(making, "recipe")).FullName;
            Array.ForEach(s_recipe, name => File.WriteAllText(Path.Combine(recipe, name), GuestScript.Text(name)));
            Command command = Command.Run(
                "/bin/bash",
                [Path.Combine(recipe, s_recipe[0]), making, Packages, .. Kernel.All.Select(kernel => kernel.Package)],
                TimeSpan.FromMinutes(10));
            if (command.ExitCode != 0)
            {
                throw new MachineException(
                    $"the root image {Name} cannot be made: exit code {command.ExitCode}\n{command.Error}");
            }

            foreach (string old in Directory.GetDirectories(Images, $"{Name}-*"))
            {
                Directory.Delete(old, recursive: true);
            }

            Directory.Move(making, made);
        }
        finally
        {
            if (Directory.Exists(making))
            {
                // mmdebstrap leaves nothing mounted there.
                Directory.Delete(making, recursive: true);
            }
        }
    }
}
