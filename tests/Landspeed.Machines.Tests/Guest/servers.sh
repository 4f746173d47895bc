# Sourced by tests of several machines: what serves files, and what starts programs elsewhere.

# use_nfs: what a client of version 3 needs, too.
use_nfs() {
  modprobe nfs
  pidof rpcbind >/dev/null || rpcbind -w
  pidof rpc.statd >/dev/null || rpc.statd --no-notify
}

# serve_nfs DIRECTORY: as NFS, versions 3 and 4.
serve_nfs() {
  if ! pidof rpc.mountd >/dev/null; then
    modprobe nfsd
    use_nfs
    mkdir -p /run/rpc_pipefs /run/sendsigs.omit.d
    mount -t rpc_pipefs sunrpc /run/rpc_pipefs
    mount -t nfsd nfsd /proc/fs/nfsd
    nfsdcld
    # A client whose server was away has so long to claim what it had; nobody else gets anything meanwhile.
    echo 15 >/proc/fs/nfsd/nfsv4gracetime
    echo 15 >/proc/fs/nfsd/nfsv4leasetime
    rpc.nfsd 4
    rpc.mountd
  fi
  exportfs -o rw,no_root_squash,no_subtree_check "*:$1"
}

# serve_smb NAME DIRECTORY: as SMB 3.1.1, by Samba, without other names for those that Windows reserves, and without the archive
# bit, for which Samba changes times; the user root has the password smb.
serve_smb() {
  modprobe cifs
  mkdir -p /run/samba /var/log/samba
  printf '[global]\nserver role = standalone server\ndisable netbios = yes\nload printers = no\nmap archive = no\nmangled names = no\n[%s]\npath = %s\nread only = no\n' \
    "$1" "$2" >/etc/samba/smb.conf
  printf 'smb\nsmb\n' | smbpasswd -s -a root
  smbd -D
  until ss -ltn | grep -q ":445 "; do sleep 0.2; done
}

# slurm MACHINES: a node of a cluster of so many machines, of which the first one gives the orders.
slurm() {
  cat >/etc/slurm/slurm.conf <<C
ClusterName=machines
SlurmctldHost=node1
SlurmUser=root
StateSaveLocation=/var/lib/slurm/slurmctld
SlurmdSpoolDir=/var/lib/slurm/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=node[1-$1] State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
C
  mountpoint -q /sys/fs/cgroup || mount -t tmpfs t /sys/fs/cgroup
  echo CgroupPlugin=cgroup/v1 >/etc/slurm/cgroup.conf
  mkdir -p /run/munge /run/slurm /var/log/slurm /var/lib/slurm/slurmctld /var/lib/slurm/slurmd
  chown munge: /run/munge
  runuser -u munge -- munged
  [ "$(hostname)" != node1 ] || slurmctld
  slurmd
}
