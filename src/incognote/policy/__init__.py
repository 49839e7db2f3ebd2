"""What happens to each entity: the policy's table and the operators it names."""

from incognote.policy.decide import decide

__all__ = ["decide"]
