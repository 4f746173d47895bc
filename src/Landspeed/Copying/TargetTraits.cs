namespace Landspeed.Copying;

/// <summary>What a target carries already, so that nothing is set that is right.</summary>
/// <param name="UserId">Owner.</param>
/// <param name="GroupId">Group.</param>
/// <param name="Permissions">The 12 permission bits; negative when unknown.</param>
/// <param name="MayHaveAttributes">Whether it may have extended attributes or an access list already.</param>
internal readonly record struct TargetTraits(uint UserId, uint GroupId, int Permissions, bool MayHaveAttributes);
